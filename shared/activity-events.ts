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

const event = <D extends ActivityDetail = Record<never, never>>(given: ActivityEvent<D>) => given

type OnImage = { mediaId: string; fileName: string }
type OfSession = { sessionId: string; name: string }
type OfRule = { name: string; grid: string | number; role: string }

const counted = (count: string | number | null | undefined, noun: string) =>
  Number(count) === 1 ? `1 ${noun}` : `${count ?? 'some'} ${noun}s`
const named = (noun: string, name: string | undefined) => (name ? `the ${noun} ${name}` : `a ${noun}`)
const files = ({ count, fileName }: { count?: number; fileName?: string }) =>
  Number(count) > 1 ? `${count} files` : (fileName ?? 'a media item')
const gridWords = (grid: unknown) => (grid === 'hidden' ? 'withheld' : `a grid of ${grid}°`)
const rulePlaces = (name: string | undefined) => name || 'the project'
const changedLabels = ({ newCount = 0, changedCount = 0 }: { newCount?: number; changedCount?: number }) =>
  `imported labels: ${newCount} new, ${changedCount} changed`
const generalised = (_: Partial<OfRule>, project: string) => `changed which places of ${project} are generalised`

/** Every event that the activity of a project can hold. */
export const activityEvents = {
  'project.created': event<{ title: string }>({
    inList: () => 'started the project',
    inBell: (_, project) => `started ${project}`,
    audit: 'project.created',
    blind: 'shown'
  }),
  'project.revised': event<{ title: string; fields: string }>({
    inList: () => 'changed the project',
    inBell: (_, project) => `changed ${project}`,
    audit: 'project.revised',
    blind: 'shown'
  }),
  'project.deleted': event<{ title: string }>({
    inList: () => 'deleted the project',
    inBell: (_, project) => `deleted ${project}`,
    audit: 'project.deleted',
    blind: 'shown'
  }),
  'project.restored': event<{ title: string }>({
    inList: () => 'restored the project',
    inBell: (_, project) => `restored ${project}`,
    audit: 'project.restored',
    blind: 'shown'
  }),
  'member.added': event<{ member: string; role: string }>({
    inList: ({ member = 'somebody', role }) => `added ${member}${role ? ` as ${role}` : ''}`,
    inBell: ({ member = 'somebody' }, project) => `added ${member} to ${project}`,
    audit: 'project.member.added',
    blind: 'shown'
  }),
  'member.joined': event<{ role: string }>({
    inList: ({ role }) => `joined by an invitation link${role ? ` as ${role}` : ''}`,
    inBell: ({ role }, project) => `joined ${project} by an invitation link${role ? ` as ${role}` : ''}`,
    audit: 'project.invitation.accepted',
    blind: 'shown'
  }),
  'member.changed': event<{ member: string; role: string }>({
    inList: ({ member = 'somebody', role = 'something else' }) => `made ${member} ${role}`,
    inBell: ({ member = 'somebody', role = 'something else' }, project) => `made ${member} ${role} of ${project}`,
    audit: 'project.member.changed',
    blind: 'shown'
  }),
  'member.removed': event<{ member: string }>({
    inList: ({ member = 'somebody' }) => `removed ${member}`,
    inBell: ({ member = 'somebody' }, project) => `removed ${member} from ${project}`,
    audit: 'project.member.removed',
    blind: 'shown'
  }),
  'member.left': event<{ member: string }>({
    inList: () => 'left the project',
    inBell: (_, project) => `left ${project}`,
    audit: 'project.member.removed',
    blind: 'shown'
  }),
  'media.added': event<OnImage & { count: number }>({
    inList: detail => `added ${files(detail)}`,
    inBell: (detail, project) => `added ${files(detail)} to ${project}`,
    audit: 'media.uploaded',
    blind: 'shown'
  }),
  'media.revised': event<OnImage>({
    inList: ({ fileName = 'a media item' }) => `corrected ${fileName}`,
    inBell: ({ fileName = 'a media item' }, project) => `corrected ${fileName} in ${project}`,
    audit: 'media.revised',
    blind: 'hidden'
  }),
  'media.removed': event<OnImage>({
    inList: ({ fileName = 'a media item' }) => `removed ${fileName}`,
    inBell: ({ fileName = 'a media item' }, project) => `removed ${fileName} from ${project}`,
    audit: 'media.deleted',
    blind: 'shown'
  }),
  // Without a file name the facts came from a table of metadata, with one from an import.
  'media.metadata.attached': event<{ count: number; fileName?: string }>({
    inList: ({ count, fileName }) =>
      fileName ? `filled in facts of ${counted(count, 'image')} from ${fileName}` : 'attached a metadata table',
    inBell: ({ count, fileName }, project) =>
      fileName ? `filled in facts of ${counted(count, 'image')} of ${project}` : `attached a metadata table to ${project}`,
    audit: 'media.metadata.attached',
    blind: 'shown'
  }),
  'media.clock.answered': event<{ count: number; zone: string; aheadSeconds: number }>({
    inList: ({ count, zone = 'a zone' }) => `set the camera clock of ${counted(count, 'image')} to ${zone}`,
    inBell: ({ count, zone = 'a zone' }, project) => `set the camera clock of ${counted(count, 'image')} of ${project} to ${zone}`,
    audit: 'media.clock.answered',
    blind: 'shown'
  }),
  'media.assigned': event<{ count: number }>({
    inList: ({ count }) => `assigned ${counted(count, 'image')} to sites`,
    inBell: ({ count }, project) => `assigned ${counted(count, 'image')} of ${project} to sites`,
    audit: 'media.assigned',
    blind: 'shown'
  }),
  'annotation.commented': event<OnImage & { annotationId: string; mentions: string }>({
    inList: ({ fileName = 'an image' }) => `commented on an annotation on ${fileName}`,
    inBell: ({ fileName = 'an image' }, project) => `commented on an annotation on ${fileName} in ${project}`,
    audit: 'comment.added',
    blind: 'hidden'
  }),
  'annotations.commented': event<{ count: number; annotationId: string; mediaId: string; mentions: string }>({
    inList: ({ count }) => `commented on ${counted(count, 'annotation')}`,
    inBell: ({ count }, project) => `commented on ${counted(count, 'annotation')} in ${project}`,
    audit: 'annotations.bulk.edited',
    blind: 'hidden'
  }),
  'annotations.imported': event<{ count: number; newLabelCount: number; fileName: string }>({
    inList: ({ count, fileName = 'a file' }) => `imported ${counted(count, 'annotation')} from ${fileName}`,
    inBell: ({ count }, project) => `imported ${counted(count, 'annotation')} into ${project}`,
    audit: 'import.applied',
    blind: 'hidden'
  }),
  'annotations.import.undone': event<{ count: number; fileName: string }>({
    inList: ({ count, fileName = 'a file' }) => `undid the import of ${fileName}: ${counted(count, 'annotation')} removed`,
    inBell: ({ count }, project) => `undid an import of ${counted(count, 'annotation')} in ${project}`,
    audit: 'import.undone',
    blind: 'hidden'
  }),
  'annotation-session.planned': event<OfSession & { count: number }>({
    inList: ({ name }) => `planned ${named('blind session', name)}`,
    inBell: ({ name }, project) => `planned ${named('blind session', name)} in ${project}`,
    audit: 'annotation-session.created',
    blind: 'shown'
  }),
  'annotation-session.ended': event<OfSession>({
    inList: ({ name }) => `ended ${named('blind session', name)}`,
    inBell: ({ name }, project) => `ended ${named('blind session', name)} in ${project}`,
    audit: 'annotation-session.ended',
    blind: 'shown'
  }),
  'annotation-session.limits.changed': event<OfSession & { before: string; after: string }>({
    inList: ({ name, before = 'others', after = 'new ones' }) =>
      `changed the matching limits of ${named('blind session', name)} from ${before} to ${after}`,
    inBell: ({ name, after = 'new ones' }, project) =>
      `changed the matching limits of ${named('blind session', name)} in ${project} to ${after}`,
    audit: 'annotation-session.agreement.computed',
    blind: 'shown'
  }),
  'catalog.frozen': event<{ name: string; count: number }>({
    inList: ({ name, count }) => `saved ${named('catalog version', name)} with ${counted(count, 'label')}`,
    inBell: ({ name }, project) => `saved ${named('catalog version', name)} of ${project}`,
    audit: 'catalog.frozen',
    blind: 'shown'
  }),
  'label.merged': event<{ name: string; into: string; count: number }>({
    inList: ({ name, into = 'another', count }) => `merged ${named('label', name)} into ${into}: ${counted(count, 'annotation')} moved`,
    inBell: ({ name, into = 'another' }, project) => `merged ${named('label', name)} into ${into} in ${project}`,
    audit: 'label.merged',
    blind: 'hidden'
  }),
  'labels.imported': event<{ newCount: number; changedCount: number }>({
    inList: changedLabels,
    inBell: (detail, project) => `${changedLabels(detail)}, in ${project}`,
    audit: 'labels.imported',
    blind: 'shown'
  }),
  'attributeField.created': event<{ name: string }>({
    inList: ({ name }) => `added ${named('attribute', name)}`,
    inBell: ({ name }, project) => `added ${named('attribute', name)} to ${project}`,
    audit: 'attributeField.created',
    blind: 'shown'
  }),
  'attributeField.removed': event<{ name: string }>({
    inList: ({ name }) => `deleted ${named('attribute', name)}`,
    inBell: ({ name }, project) => `deleted ${named('attribute', name)} of ${project}`,
    audit: 'attributeField.deleted',
    blind: 'shown'
  }),
  'survey.created': event<{ name: string }>({
    inList: ({ name }) => `added ${named('survey', name)}`,
    inBell: ({ name }, project) => `added ${named('survey', name)} to ${project}`,
    audit: 'survey.created',
    blind: 'shown'
  }),
  'survey.removed': event<{ name: string }>({
    inList: ({ name }) => `deleted ${named('survey', name)}`,
    inBell: ({ name }, project) => `deleted ${named('survey', name)} of ${project}`,
    audit: 'survey.deleted',
    blind: 'shown'
  }),
  'site.created': event<{ name: string }>({
    inList: ({ name }) => `added ${named('site', name)}`,
    inBell: ({ name }, project) => `added ${named('site', name)} to ${project}`,
    audit: 'site.created',
    blind: 'shown'
  }),
  'site.removed': event<{ name: string }>({
    inList: ({ name }) => `deleted ${named('site', name)}`,
    inBell: ({ name }, project) => `deleted ${named('site', name)} of ${project}`,
    audit: 'site.deleted',
    blind: 'shown'
  }),
  'scale.set': event<{ fileName: string }>({
    inList: ({ fileName = 'an image' }) => `set the scale of ${fileName}`,
    inBell: ({ fileName = 'an image' }, project) => `set the scale of ${fileName} in ${project}`,
    audit: 'scale.set',
    blind: 'hidden'
  }),
  'scale.removed': event<{ fileName: string }>({
    inList: ({ fileName = 'an image' }) => `removed the scale of ${fileName}`,
    inBell: ({ fileName = 'an image' }, project) => `removed the scale of ${fileName} in ${project}`,
    audit: 'scale.removed',
    blind: 'hidden'
  }),
  'scale.applied': event<{ count: number }>({
    inList: ({ count }) => `gave ${counted(count, 'image')} a scale`,
    inBell: ({ count }, project) => `gave ${counted(count, 'image')} of ${project} a scale`,
    audit: 'scale.applied',
    blind: 'hidden'
  }),
  'scale.corrected': event<{ count: number }>({
    inList: ({ count }) => `corrected the scale of ${counted(count, 'turned image')}, whose areas were too large`,
    inBell: ({ count }, project) => `corrected the scale of ${counted(count, 'turned image')} of ${project}, whose areas were too large`,
    notAudited: 'an upgrade of the database makes it, and no call does',
    blind: 'shown'
  }),
  'scale.settings.changed': event({
    inList: () => 'changed lasers and camera of the project',
    inBell: (_, project) => `changed lasers and camera of ${project}`,
    audit: 'scale.settings.changed',
    blind: 'shown'
  }),
  'navigation.added': event<{ name: string }>({
    inList: ({ name }) => `added ${named('track', name)}`,
    inBell: ({ name }, project) => `added ${named('track', name)} to ${project}`,
    audit: 'navigation.added',
    blind: 'shown'
  }),
  'navigation.removed': event<{ name: string }>({
    inList: ({ name }) => `deleted ${named('track', name)}`,
    inBell: ({ name }, project) => `deleted ${named('track', name)} of ${project}`,
    audit: 'navigation.deleted',
    blind: 'shown'
  }),
  'navigation.restored': event<{ name: string }>({
    inList: ({ name }) => `restored ${named('track', name)}`,
    inBell: ({ name }, project) => `restored ${named('track', name)} of ${project}`,
    audit: 'navigation.restored',
    blind: 'shown'
  }),
  'navigation.placed': event<{ name: string; count: number; gapSeconds: number; clockOffsetSeconds: number }>({
    inList: ({ name, count }) => `placed ${counted(count, 'image')} by ${named('track', name)}`,
    inBell: ({ name, count }, project) => `placed ${counted(count, 'image')} of ${project} by ${named('track', name)}`,
    audit: 'navigation.placed',
    blind: 'shown'
  }),
  'navigation.undone': event<{ count: number }>({
    inList: ({ count }) => `undid the placement of ${counted(count, 'image')}`,
    inBell: ({ count }, project) => `undid the placement of ${counted(count, 'image')} of ${project}`,
    audit: 'navigation.undone',
    blind: 'shown'
  }),
  'publication.revised': event({
    inList: () => 'described the data set for publication',
    inBell: (_, project) => `described the data set of ${project} for publication`,
    audit: 'publication.revised',
    blind: 'shown'
  }),
  'generalisation.created': event<OfRule>({
    inList: ({ name, grid = 'hidden' }) => `made a rule for places of ${rulePlaces(name)}: ${gridWords(grid)}`,
    inBell: generalised,
    audit: 'generalisation.created',
    blind: 'shown'
  }),
  'generalisation.revised': event<OfRule>({
    inList: ({ name, grid = 'hidden' }) => `changed the rule for places of ${rulePlaces(name)}: ${gridWords(grid)}`,
    inBell: generalised,
    audit: 'generalisation.revised',
    blind: 'shown'
  }),
  'generalisation.removed': event<OfRule>({
    inList: ({ name }) => `removed the rule for places of ${rulePlaces(name)}`,
    inBell: generalised,
    audit: 'generalisation.removed',
    blind: 'shown'
  }),
  'export.started': event<{ format: string; fileName: string }>({
    inList: ({ fileName = 'the annotations' }) => `exported ${fileName}`,
    inBell: ({ fileName = 'the annotations' }, project) => `exported ${fileName} of ${project}`,
    audit: 'export.started',
    blind: 'shown'
  })
}

export type EventName = keyof typeof activityEvents
export type DetailOf<N extends EventName> = (typeof activityEvents)[N] extends ActivityEvent<infer D> ? D : never

/** The listed event of a name; stored and foreign activity may have others. */
export const activityEvent = (name: string): ActivityEvent<ActivityDetail> | undefined =>
  Object.hasOwn(activityEvents, name) ? (activityEvents[name as EventName] as ActivityEvent<ActivityDetail>) : undefined
