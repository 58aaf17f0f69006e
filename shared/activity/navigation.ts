import { counted, event, named } from './activity-event.ts'

export const navigationEvents = {
  'navigation.added': event<{ name: string }>({
    inList: ({ name }) => `added ${named('track', name)}`,
    inBell: ({ name }, project) => `added ${named('track', name)} to ${project}`,
    audit: 'navigation.added',
    blind: 'shown'
  }),
  'navigation.removed': event<{ name: string }>({
    inList: ({ name }) => `deleted ${named('track', name)}`,
    inBell: ({ name }, project) => `deleted ${named('track', name)} from ${project}`,
    audit: 'navigation.deleted',
    blind: 'shown'
  }),
  'navigation.restored': event<{ name: string }>({
    inList: ({ name }) => `restored ${named('track', name)}`,
    inBell: ({ name }, project) => `restored ${named('track', name)} in ${project}`,
    audit: 'navigation.restored',
    blind: 'shown'
  }),
  'navigation.placed': event<{ name: string; count: number; gapSeconds: number; clockOffsetSeconds: number }>({
    inList: ({ name, count }) => `placed ${counted(count, 'image')} from ${named('track', name)}`,
    inBell: ({ name, count }, project) => `placed ${counted(count, 'image')} in ${project} from ${named('track', name)}`,
    audit: 'navigation.placed',
    blind: 'shown'
  }),
  'navigation.undone': event<{ count: number }>({
    inList: ({ count }) => `undid the placement of ${counted(count, 'image')}`,
    inBell: ({ count }, project) => `undid the placement of ${counted(count, 'image')} in ${project}`,
    audit: 'navigation.undone',
    blind: 'shown'
  })
}
