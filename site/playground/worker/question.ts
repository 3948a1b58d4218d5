/** What can be asked of files; a link holds one of these. */

/** Flags of the command by name without dashes; `true` for those that take no value. */
export type Settings = Readonly<Record<string, true | string | ReadonlyArray<string>>>

/** The plans that can be asked for. */
export type PlanOf =
  | 'kubernetes'
  | 'kubernetes-owners'
  | 'kubelet-image'
  | 'kubelet-container'
  | 'containerd'
  | 'reclaim'

interface Asked {
  /** What is stated of the files, and the rules: release, thresholds, coverage, time. */
  readonly settings: Settings
}

/** What goes when objects are deleted, or are gone at once. */
export interface CascadeQuestion extends Asked {
  readonly kind: 'cascade'
  /** As the command takes them: `deploy/web`, or a uid. */
  readonly objects: ReadonlyArray<string>
  readonly how: 'background' | 'foreground' | 'orphan' | 'raw' | 'vanish'
  /** Follow every course that the components can take. */
  readonly outcomes: boolean
}

/** Why objects are still there; without objects, all that are being deleted. */
export interface DiagnosisQuestion extends Asked {
  readonly kind: 'diagnosis'
  readonly objects: ReadonlyArray<string>
}

/** What one collector would remove. */
export interface PlanQuestion extends Asked {
  readonly kind: 'plan'
  readonly of: PlanOf
}

/** Why a record of containerd is alive, and what changes free. */
export interface ContainerdQuestion extends Asked {
  readonly kind: 'containerd'
  /** `image:NAME`, `content:DIGEST`, ...; nothing: all that is retained. */
  readonly record?: string
  /** Records to drop: what would become free. */
  readonly drop: ReadonlyArray<string>
}

/** What one image collection of the kubelet removes. */
export interface ImagesQuestion extends Asked {
  readonly kind: 'images'
  /** Ids of images whose removal fails. */
  readonly failing: ReadonlyArray<string>
}

/** What happens to a node over time; growth, horizon and thresholds are settings. */
export interface ForecastQuestion extends Asked {
  readonly kind: 'forecast'
}

/** Which images free enough bytes at the least loss; the target is a setting (`free-bytes`). */
export interface LayersQuestion extends Asked {
  readonly kind: 'layers'
}

/** When containerd would collect over a course of events. */
export interface ScheduleQuestion extends Asked {
  readonly kind: 'schedule'
}

export type Question =
  | CascadeQuestion
  | DiagnosisQuestion
  | PlanQuestion
  | ContainerdQuestion
  | ImagesQuestion
  | ForecastQuestion
  | LayersQuestion
  | ScheduleQuestion

export type QuestionKind = Question['kind']

export type QuestionOf<K extends QuestionKind> = Extract<Question, { readonly kind: K }>
