import { event } from './activity-event.ts'

export const publicationEvents = {
  'publication.revised': event({
    inList: () => 'described the data set for publication',
    inBell: (_, project) => `described the data set of ${project} for publication`,
    audit: 'publication.revised',
    blind: 'shown'
  })
}
