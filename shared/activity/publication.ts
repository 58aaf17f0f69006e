import { event } from './activity-event.ts'

export const publicationEvents = {
  'publication.revised': event({
    inList: () => 'described the dataset for publication',
    inBell: (_, project) => `described the dataset of ${project} for publication`,
    audit: 'publication.revised',
    blind: 'shown'
  })
}
