import { event } from './activity-event.ts'

type OfRule = { name: string; grid: string | number; role: string }

const gridWords = (grid: unknown) => (grid === 'hidden' ? 'withheld' : `a grid of ${grid}°`)
const rulePlaces = (name: string | undefined) => name || 'the project'
const generalised = (_: Partial<OfRule>, project: string) => `changed which places of ${project} are generalised`

export const generalisationEvents = {
  'generalisation.created': event<OfRule>({
    inList: ({ name, grid = 'hidden' }) => `created a rule for places of ${rulePlaces(name)}: ${gridWords(grid)}`,
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
  })
}
