/** Something that a format cannot hold, and how often it was left out or changed. */
export interface Loss {
  message: string
  count: number
}

/** What a loss befell: an annotation, or an image when there is no `id`. */
export interface LossSubject {
  id?: string
  fileName: string
  /** Of the project. */
  mediaId?: string
}

export type LossKind = 'left out' | 'changed'

export interface LossTally {
  /** Something is not in the file as it is here. */
  add(message: string): void
  /** So many annotations are not in the file at all. */
  leaveOut(message: string, times?: number): void
  /** The same, of this annotation or image. */
  of(subject: LossSubject): LossTally
}

/**
 * Counts what a writer could not write. The same sentence is one loss.
 * @param tell is given each that befell something, and returns whether it could be listed
 */
export function lossTally(tell: (kind: LossKind, message: string, subject: LossSubject) => boolean = () => false) {
  const counts = new Map<string, { kind: LossKind; count: number; listed: number }>()

  function count(kind: LossKind, message: string, subject: LossSubject | null, times = 1): void {
    if (times === 0) return
    const known = counts.get(message) ?? { kind, count: 0, listed: 0 }
    counts.set(message, known)
    known.count += times
    if (subject && tell(kind, message, subject)) known.listed += 1
  }

  const about = (subject: LossSubject | null): LossTally => ({
    add: message => count('changed', message, subject),
    leaveOut: (message, times) => count('left out', message, subject, times),
    of: about
  })

  return {
    ...about(null),
    /** How many annotations are not in the file. */
    leftOut: (): number => [...counts.values()].reduce((sum, { kind, count }) => (kind === 'left out' ? sum + count : sum), 0),
    list: (): Loss[] => [...counts].map(([message, { count }]) => ({ message, count })),
    /** How often a loss was counted and not listed. */
    unlisted: (): (Loss & { kind: LossKind })[] =>
      [...counts].flatMap(([message, { kind, count, listed }]) => (count > listed ? [{ kind, message, count: count - listed }] : []))
  }
}

/** Pixels as files hold them: a millionth of a pixel is kept, the noise of sums below it is not. */
export function pixels(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
