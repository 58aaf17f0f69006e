/** Detail of an event, in the form that is stored and sent. */
export type ActivityDetail = Record<string, string | number | null>

/** Name of an audit event, or the reason why the audit log has none. */
type Audited = { audit: string } | { notAudited: string }

/**
 * Kind of event in the activity of a project. Its sentences follow the actor's name, and therefore omit the name. The sentences accept incomplete
 * details, because older versions and other backends store fewer.
 */
export type ActivityEvent<D extends ActivityDetail> = Audited & {
  inList(detail: Partial<D>): string
  /** Sentence for notifications. `project` is the title in quotation marks. */
  inBell(detail: Partial<D>, project: string): string
  /** Visibility of others' events to members of a running blind session. Events that hint at individual annotations or images are hidden. */
  blind: 'shown' | 'hidden'
}

/** Keeps the literal type of an event's detail. */
export const event = <D extends ActivityDetail = Record<never, never>>(given: ActivityEvent<D>) => given

export const counted = (count: string | number | null | undefined, noun: string) =>
  Number(count) === 1 ? `1 ${noun}` : `${count ?? 'some'} ${noun}s`
/** Noun with its name, or with an indefinite article if there is no name. */
export const named = (noun: string, name: string | undefined) => (name ? `the ${noun} ${name}` : `a ${noun}`)
