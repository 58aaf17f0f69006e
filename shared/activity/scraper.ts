import { counted, event, named } from './activity-event.ts'

const decided = { accept: 'accepted', reject: 'rejected', ignore: 'set aside', wait: 'put back' }
const verb = (decision: string | undefined) => decided[decision as keyof typeof decided] ?? 'judged'

export const scraperEvents = {
  'scraper.created': event<{ name: string }>({
    inList: ({ name }) => `added ${named('scraper job', name)}`,
    inBell: ({ name }, project) => `added ${named('scraper job', name)} to ${project}`,
    audit: 'scraper.created',
    blind: 'shown'
  }),
  'scraper.updated': event<{ name: string }>({
    inList: ({ name }) => `changed ${named('scraper job', name)}`,
    inBell: ({ name }, project) => `changed ${named('scraper job', name)} in ${project}`,
    audit: 'scraper.updated',
    blind: 'shown'
  }),
  'scraper.removed': event<{ name: string }>({
    inList: ({ name }) => `deleted ${named('scraper job', name)}`,
    inBell: ({ name }, project) => `deleted ${named('scraper job', name)} from ${project}`,
    audit: 'scraper.deleted',
    blind: 'shown'
  }),
  'records.decided': event<{ decision: string; count: number }>({
    inList: ({ decision, count }) => `${verb(decision)} ${counted(count, 'outside record')}`,
    inBell: ({ decision, count }, project) => `${verb(decision)} ${counted(count, 'outside record')} in ${project}`,
    audit: 'records.decided',
    blind: 'shown'
  }),
  'inbox-rules.set': event<{ rules: number }>({
    inList: ({ rules }) => `saved ${counted(rules, 'inbox rule')}`,
    inBell: ({ rules }, project) => `saved ${counted(rules, 'inbox rule')} in ${project}`,
    audit: 'inbox-rules.set',
    blind: 'shown'
  }),
  'inbox-rules.applied': event<{ count: number }>({
    inList: ({ count }) => `applied the inbox rules to ${counted(count, 'outside record')}`,
    inBell: ({ count }, project) => `applied the inbox rules to ${counted(count, 'outside record')} in ${project}`,
    audit: 'inbox-rules.applied',
    blind: 'shown'
  }),
  'records.undone': event<{ count: number }>({
    inList: ({ count }) => `undid a decision on ${counted(count, 'outside record')}`,
    inBell: ({ count }, project) => `undid a decision on ${counted(count, 'outside record')} in ${project}`,
    audit: 'records.undone',
    blind: 'shown'
  })
}
