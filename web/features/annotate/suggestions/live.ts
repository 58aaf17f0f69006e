import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { LiveSuggestion } from '../../../../shared/contracts/image-suggestions.ts'
import { markOf, type ShownSuggestion } from './open-suggestions.ts'

/** Number of further labels after which new live suggestions are computed. */
const labelsBetween = 5

/** Annotations of an image when its live suggestions were last computed. */
export interface LabelState {
  mediaId: string
  unlabelled: ReadonlySet<string>
  labelled: ReadonlySet<string>
}

/** Returns the annotations of an image by whether they have a label. Lines and whole images are left out, because they have no crop. */
export function labelStateOf(mediaId: string, annotations: readonly Annotation[]): LabelState {
  const cropped = annotations.filter(({ shape }) => shape !== null && shape.kind !== 'line')
  const ids = (isLabelled: boolean) => new Set(cropped.flatMap(({ id, labelId }) => ((labelId !== null) === isLabelled ? [id] : [])))
  return { mediaId, unlabelled: ids(false), labelled: ids(true) }
}

/** Returns whether live suggestions are due: on another image, after 5 further labels, or for a newly unlabelled annotation. */
export function isDue(before: LabelState | null, now: LabelState): boolean {
  if (now.unlabelled.size === 0) return false
  if (before?.mediaId !== now.mediaId) return true
  const added = [...now.labelled].filter(id => !before.labelled.has(id)).length
  return added >= labelsBetween || [...now.unlabelled].some(id => !before.unlabelled.has(id))
}

/** Adds live suggestions for unlabelled annotations without a stored suggestion, most certain first. An annotation with a changed shape gets none. */
export function withLive(
  stored: readonly ShownSuggestion[],
  live: readonly LiveSuggestion[],
  { mediaId, annotations, dismissed }: { mediaId: string; annotations: readonly Annotation[]; dismissed: Pick<ReadonlySet<string>, 'has'> }
): ShownSuggestion[] {
  if (live.length === 0) return [...stored]
  const taken = new Set(stored.map(markOf))
  const unlabelled = new Map(annotations.flatMap(annotation => (annotation.labelId === null ? [[annotation.id, annotation]] : [])))
  const added = live.flatMap((each): ShownSuggestion[] => {
    const { annotationId } = each
    const shape = unlabelled.get(annotationId)?.shape
    if (!shape || taken.has(annotationId) || dismissed.has(annotationId) || !isSame(shape, each.shape)) return []
    return [{ ...each, id: annotationId, mediaId, shape, isLive: true }]
  })
  return [...stored, ...added].sort((one, other) => other.probability - one.probability || (one.id < other.id ? 1 : -1))
}

/** Returns whether two shapes are equal, regardless of the order of their fields. */
const isSame = (one: object, other: object) => canonical(one) === canonical(other)
const canonical = (shape: object) => JSON.stringify(Object.entries(shape).sort(([one], [other]) => (one < other ? -1 : 1)))
