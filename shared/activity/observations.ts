import { event } from './activity-event.ts'

const observationOf = (name: string | undefined) => (name ? `the observation of ${name}` : 'an observation')

export const observationEvents = {
  'observation.removed': event<{ name: string }>({
    inList: ({ name }) => `deleted ${observationOf(name)}`,
    inBell: ({ name }, project) => `deleted ${observationOf(name)} in ${project}`,
    audit: 'observation.deleted',
    blind: 'shown'
  })
}
