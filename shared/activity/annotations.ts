import { counted, event, named } from './activity-event.ts'

type OnImage = { mediaId: string; fileName: string }
type OfSession = { sessionId: string; name: string }

export const annotationEvents = {
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
  })
}
