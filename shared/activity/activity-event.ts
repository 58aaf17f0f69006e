/** Detail of an event, in the form that is stored and sent. */
export type ActivityDetail = Record<string, string | number | null>

/** Name of an audit event, or the reason why the audit log has none. */
type Audited = { audit: string } | { notAudited: string }

/**
 * Kind of event in the activity of a project. Its sentences omit the actor's name, which comes before them. They accept an incomplete detail,
 * because older versions and other backends write less.
 */
export type ActivityEvent<D extends ActivityDetail> = Audited & {
  inList(detail: Partial<D>): string
  /** `project` is the title in quotation marks. */
  inBell(detail: Partial<D>, project: string): string
  /** Visibility for members of a running blind session when others caused the event. Events that hint at single annotations or images are hidden. */
  blind: 'shown' | 'hidden'
}

/** Keeps the literal type of an event's detail. */
export const event = <D extends ActivityDetail = Record<never, never>>(given: ActivityEvent<D>) => given

export const counted = (count: string | number | null | undefined, noun: string) =>
  Number(count) === 1 ? `1 ${noun}` : `${count ?? 'some'} ${noun}s`
/** Noun with its name, or with an indefinite article when it has no name. */
export const named = (noun: string, name: string | undefined) => (name ? `the ${noun} ${name}` : `a ${noun}`)
