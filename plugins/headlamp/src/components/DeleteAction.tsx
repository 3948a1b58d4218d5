/** The action in the header of an object: it opens the dialog. */
import type { KubeObject } from '@kinvolk/headlamp-plugin/lib/k8s/KubeObject'
import { ActionButton, AuthVisible } from '@kinvolk/headlamp-plugin/lib/CommonComponents'
import { useSnackbar } from 'notistack'
import { type ReactNode, useState } from 'react'
import { useSelector } from 'react-redux'
import { useHistory } from 'react-router-dom'
import type { Sent } from '../headlamp/send.js'
import { DeleteDialog, nameOf } from './DeleteDialog.js'

/** What is read of Headlamp's settings. */
interface Settings {
  readonly config?: { readonly settings?: { readonly useEvict?: boolean } }
}

interface DeleteActionProps {
  readonly item: KubeObject
}

/** A button and its dialog. */
export const DeleteAction = ({ item }: DeleteActionProps): ReactNode => {
  const evicts = useSelector((state: Settings) => state.config?.settings?.useEvict === true)
  const [isOpen, setOpen] = useState(false)
  const { enqueueSnackbar } = useSnackbar()
  const history = useHistory()
  const { apiName, isNamespaced } = item._class()

  const onDeleted = (sent: Sent): void => {
    setOpen(false)
    const name = nameOf(item)
    enqueueSnackbar(sent === 'gone' ? `${name} is deleted.` : `The deletion of ${name} has begun.`, {
      variant: 'success',
    })
    if (sent === 'gone') history.push(item.getListLink())
  }

  return (
    <AuthVisible item={item} authVerb="delete">
      <ActionButton description="Delete" icon="mdi:delete" onClick={() => setOpen(true)} />
      {isOpen && (
        <DeleteDialog
          subject={item}
          served={{ apiVersion: item.jsonData.apiVersion, resource: apiName, namespaced: isNamespaced }}
          evicts={evicts}
          onClose={() => setOpen(false)}
          onDeleted={onDeleted}
        />
      )}
    </AuthVisible>
  )
}
