/** What follows from a cascade besides its waves: to data, to what comes back, and who has to act before it ends. */
import { named } from '../../apiserver/object.js'
import { safeText } from '../../internal/safe-text.js'
import { explainEdit } from '../../simulate/cascade/edit.js'
import { explainCascade } from '../../simulate/cascade/explain.js'
import type { CascadePlan } from '../../simulate/cascade/reason.js'
import { explainComesBack, explainData } from '../../simulate/consequence/explain.js'
import { targetView } from '../target.js'
import type { CascadeSections, Line, Section } from './model.js'
import { raceLine } from './races.js'
import { waitLine } from './waits.js'

const goesLater = 'its namespace is being deleted, and its turn comes once the pods are gone'

const section = <L>(title: string, lines: ReadonlyArray<L>): Section<L> => ({ title, lines })

/** All sections of a plan. */
export const sectionsOf = (plan: CascadePlan): CascadeSections => ({
  data: section(
    'data',
    plan.data.map((one) => ({
      target: targetView(one.target),
      said: safeText(explainData(one)),
      verdict: one.verdict,
      bytes: one.bytes ?? null,
    })),
  ),
  waits: section('waits for others', plan.waits.map(waitLine)),
  never: section(
    'never ends without an edit',
    plan.never.map(({ target, edit }) => ({
      target: targetView(target),
      said: safeText(explainEdit(edit)),
      edit: edit._tag,
    })),
  ),
  later: section(
    'goes later, deleted by the namespace controller once the pods of the namespace are gone',
    plan.later.map((target) => ({ target: targetView(target), said: goesLater })),
  ),
  comesBack: section(
    'comes back',
    plan.comesBack.map((one) => ({
      target: targetView(one.target),
      said: safeText(explainComesBack(one)),
      maker: one.maker === undefined ? null : targetView(one.maker),
    })),
  ),
  conditions: section('conditions', conditionsOf(plan)),
  leftBehind: section(
    'left behind',
    plan.orphaned.map(({ target, by }) => ({
      target: targetView(target),
      said: safeText(`${named(target)}, by ${named(by)}`),
      by: targetView(by),
    })),
  ),
  keptByOthers: section(
    'kept by other owners',
    plan.survivors.map(({ target, owners }) => ({
      target: targetView(target),
      said: safeText(`${named(target)}, by ${owners.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`),
      owners: owners.map(({ uid, kind, name }) => ({ id: safeText(uid), kind: safeText(kind), name: safeText(name) })),
    })),
  ),
  stuck: section(
    'stuck',
    plan.stuck.map(({ target, blockers }) => ({
      target: targetView(target),
      said: safeText(named(target)),
      sentences: blockers.map((blocker) => safeText(explainCascade(blocker))),
      reasons: blockers.map(({ _tag }) => _tag),
    })),
  ),
  circles: section(
    'circles',
    plan.cycles.map((circle) => ({
      targets: circle.map(targetView),
      said: safeText(circle.map(named).join(', ')),
    })),
  ),
  races: section('may come otherwise, among others', plan.races.map(raceLine)),
  unknown: section(
    'unknown',
    plan.unknown.map((unknown) => ({ said: safeText(explainCascade(unknown)), reason: unknown._tag })),
  ),
  lostGroups: section(
    'unserved',
    plan.lostGroups.map((group) => ({ said: safeText(explainCascade(group)), service: safeText(group.service) })),
  ),
})

const conditionsOf = ({ conditions }: CascadePlan): ReadonlyArray<Line> =>
  conditions.flatMap(({ target, conditions: all }) =>
    all
      .filter(({ status }) => status === 'True')
      .map(({ type, message = '' }) => ({
        target: targetView(target),
        said: safeText(`Namespace ${target.name} ${type}: ${message}`),
      })),
  )
