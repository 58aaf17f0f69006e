/** As it is stored and sent. */
export type ActivityDetail = Record<string, string | number | null>

/** Name of an audit event, or the reason why the audit log has none. */
type Audited = { audit: string } | { notAudited: string }

/**
 * A kind of event in the activity of a project. Sentences go without the actor's name, which stands before them.
 * They bear a detail that lacks parts: older versions and other backends write less.
 */
export type ActivityEvent<D extends ActivityDetail> = Audited & {
  inList(detail: Partial<D>): string
  /** `project` is the title in quotation marks. */
  inBell(detail: Partial<D>, project: string): string
  /** Whether members of a running blind session get it when others caused it. Events that hint at single marks or images are hidden. */
  blind: 'shown' | 'hidden'
}

/** Keeps the type of a detail. */
export const event = <D extends ActivityDetail = Record<never, never>>(given: ActivityEvent<D>) => given

export const counted = (count: string | number | null | undefined, noun: string) =>
  Number(count) === 1 ? `1 ${noun}` : `${count ?? 'some'} ${noun}s`
/** With the name, where there is one. */
export const named = (noun: string, name: string | undefined) => (name ? `the ${noun} ${name}` : `a ${noun}`)
