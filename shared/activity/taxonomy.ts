import { counted, event, named } from './activity-event.ts'

const changedLabels = ({ newCount = 0, changedCount = 0 }: { newCount?: number; changedCount?: number }) =>
  `imported labels: ${newCount} new, ${changedCount} changed`

export const taxonomyEvents = {
  'catalog.frozen': event<{ name: string; count: number }>({
    inList: ({ name, count }) => `saved ${named('catalog version', name)} with ${counted(count, 'label')}`,
    inBell: ({ name }, project) => `saved ${named('catalog version', name)} in ${project}`,
    audit: 'catalog.frozen',
    blind: 'shown'
  }),
  'label.merged': event<{ name: string; into: string; count: number }>({
    inList: ({ name, into = 'another', count }) => `merged ${named('label', name)} into ${into}: ${counted(count, 'annotation')} moved`,
    inBell: ({ name, into = 'another' }, project) => `merged ${named('label', name)} into ${into} in ${project}`,
    audit: 'label.merged',
    blind: 'hidden'
  }),
  'labels.import.undone': event<{ count: number; sourceName: string }>({
    inList: ({ count, sourceName }) => `undid ${named('import', sourceName)}: ${counted(count, 'label')} removed`,
    inBell: ({ sourceName }, project) => `undid ${named('import', sourceName)} into the catalog of ${project}`,
    audit: 'labels.import.undone',
    blind: 'hidden'
  }),
  'labels.imported': event<{ newCount: number; changedCount: number }>({
    inList: changedLabels,
    inBell: (detail, project) => `${changedLabels(detail)}, in ${project}`,
    audit: 'labels.imported',
    blind: 'shown'
  })
}
