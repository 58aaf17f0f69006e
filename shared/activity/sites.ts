import { counted, event, named } from './activity-event.ts'

export const siteEvents = {
  'media.assigned': event<{ count: number }>({
    inList: ({ count }) => `assigned ${counted(count, 'image')} to sites`,
    inBell: ({ count }, project) => `assigned ${counted(count, 'image')} in ${project} to sites`,
    audit: 'media.assigned',
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
    inBell: ({ name }, project) => `deleted ${named('survey', name)} from ${project}`,
    audit: 'survey.deleted',
    blind: 'shown'
  }),
  'site.created': event<{ name: string }>({
    inList: ({ name }) => `added ${named('site', name)}`,
    inBell: ({ name }, project) => `added ${named('site', name)} to ${project}`,
    audit: 'site.created',
    blind: 'shown'
  }),
  'sites.imported': event<{ count: number }>({
    inList: ({ count }) => `imported ${counted(count, 'site')}`,
    inBell: ({ count }, project) => `imported ${counted(count, 'site')} into ${project}`,
    audit: 'sites.imported',
    blind: 'shown'
  }),
  'sites.import-undone': event<{ count: number }>({
    inList: ({ count }) => `undid an import of ${counted(count, 'site')}`,
    inBell: ({ count }, project) => `undid an import of ${counted(count, 'site')} into ${project}`,
    audit: 'sites.import.undone',
    blind: 'shown'
  }),
  'site.removed': event<{ name: string }>({
    inList: ({ name }) => `deleted ${named('site', name)}`,
    inBell: ({ name }, project) => `deleted ${named('site', name)} from ${project}`,
    audit: 'site.deleted',
    blind: 'shown'
  }),
  'site.restored': event<{ name: string }>({
    inList: ({ name }) => `restored ${named('site', name)}`,
    inBell: ({ name }, project) => `restored ${named('site', name)} in ${project}`,
    audit: 'site.restored',
    blind: 'shown'
  })
}
