/** Fact that a format cannot represent, and the number of times that it was left out or changed. */
export interface Loss {
  message: string
  count: number
}

/** Subject of a loss: an annotation, or an image if `id` is absent. */
export interface LossSubject {
  id?: string
  fileName: string
  /** Id in the project. */
  mediaId?: string
}

export type LossKind = 'left out' | 'changed'

export interface LossTally {
  /** Counts a fact that is missing or changed in the file. */
  add(message: string, times?: number): void
  /** Counts annotations that are left out of the file. */
  leaveOut(message: string, times?: number): void
  /** Returns a tally for one annotation or image. */
  of(subject: LossSubject): LossTally
}

/**
 * Counts the losses of a writer. Losses with the same message are counted together.
 * @param list receives each loss with a subject, and returns true when it could be listed
 */
export function lossTally(list: (kind: LossKind, message: string, subject: LossSubject) => boolean = () => false) {
  const counts = new Map<string, { kind: LossKind; count: number; listed: number }>()

  function count(kind: LossKind, message: string, subject: LossSubject | null, times = 1): void {
    if (times === 0) return
    const known = counts.get(message) ?? { kind, count: 0, listed: 0 }
    counts.set(message, known)
    known.count += times
    if (subject && list(kind, message, subject)) known.listed += 1
  }

  const about = (subject: LossSubject | null): LossTally => ({
    add: (message, times) => count('changed', message, subject, times),
    leaveOut: (message, times) => count('left out', message, subject, times),
    of: about
  })

  return {
    ...about(null),
    /** Number of annotations that were left out of the file. */
    leftOut: (): number => [...counts.values()].reduce((sum, { kind, count }) => (kind === 'left out' ? sum + count : sum), 0),
    list: (): Loss[] => [...counts].map(([message, { count }]) => ({ message, count })),
    /** Losses that were counted but not listed. */
    unlisted: (): (Loss & { kind: LossKind })[] =>
      [...counts].flatMap(([message, { kind, count, listed }]) => (count > listed ? [{ kind, message, count: count - listed }] : []))
  }
}

/** Rounds a coordinate to a millionth of a pixel, which removes rounding errors of sums. */
export function pixels(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
