import { counted, event } from './activity-event.ts'

const observationOf = (name: string | undefined) => (name ? `the observation of ${name}` : 'an observation')

export const observationEvents = {
  'observation.removed': event<{ name: string }>({
    inList: ({ name }) => `deleted ${observationOf(name)}`,
    inBell: ({ name }, project) => `deleted ${observationOf(name)} in ${project}`,
    audit: 'observation.deleted',
    blind: 'shown'
  }),
  'observations.imported': event<{ count: number }>({
    inList: ({ count }) => `imported ${counted(count, 'observation')}`,
    inBell: ({ count }, project) => `imported ${counted(count, 'observation')} into ${project}`,
    audit: 'observations.imported',
    blind: 'shown'
  }),
  'observations.import-undone': event<{ count: number }>({
    inList: ({ count }) => `undid an import of ${counted(count, 'observation')}`,
    inBell: ({ count }, project) => `undid an import of ${counted(count, 'observation')} into ${project}`,
    audit: 'observations.import.undone',
    blind: 'shown'
  })
}
