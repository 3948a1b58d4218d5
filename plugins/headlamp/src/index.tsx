/**
 * Registers what Headlamp shows: a delete action that says what goes along, in place of its own, and the section about what
 * keeps an object.
 */
import {
  DetailsViewDefaultHeaderActions,
  registerDetailsViewHeaderActionsProcessor,
  registerDetailsViewSection,
} from '@kinvolk/headlamp-plugin/lib'
import { DeleteAction } from './components/DeleteAction.js'
import { WhyStillHere } from './components/WhyStillHere.js'

/** Headlamp gives the action of its own to whatever has its id, so that this one needs another. */
const deleteActionId = 'gcplan-delete'

registerDetailsViewHeaderActionsProcessor({
  id: 'gcplan',
  processor: (_resource, actions) =>
    actions.map((action) =>
      action.id === DetailsViewDefaultHeaderActions.DELETE ? { id: deleteActionId, action: DeleteAction } : action,
    ),
})

registerDetailsViewSection(({ resource }) =>
  resource?.jsonData === undefined ? null : <WhyStillHere resource={resource} />,
)
