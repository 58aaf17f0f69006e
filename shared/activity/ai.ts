import { counted, event, named } from './activity-event.ts'

const decided = { accept: 'accepted', reject: 'rejected', relabel: 'relabelled', unsure: 'set aside', wait: 'put back' }
const verb = (decision: string | undefined) => decided[decision as keyof typeof decided] ?? 'judged'

const checked = (judged: number | undefined, wrong: number | undefined) =>
  judged ? `, ${wrong ?? 0} wrong of ${judged} checked` : ', without a checked sample'

const ofRun = (number: number | undefined) => (number ? `of AI run ${number}` : 'of an AI run')

export const aiEvents = {
  'ai.started': event<{ number: number }>({
    inList: ({ number }) => (number ? `started AI run ${number}` : 'started an AI run'),
    inBell: ({ number }, project) => (number ? `started AI run ${number} in ${project}` : `started an AI run in ${project}`),
    audit: 'ai.started',
    blind: 'hidden'
  }),
  'ai.model_added': event<{ fileName: string }>({
    inList: ({ fileName }) => `added ${named('model', fileName)}`,
    inBell: ({ fileName }, project) => `added ${named('model', fileName)} to ${project}`,
    audit: 'media.uploaded',
    blind: 'hidden'
  }),
  'ai.model_fetched': event<{ host: string }>({
    inList: ({ host }) => `began to fetch a model from ${host ?? 'a web address'}`,
    inBell: ({ host }, project) => `began to fetch a model from ${host ?? 'a web address'} for ${project}`,
    audit: 'ai.model_fetched',
    blind: 'hidden'
  }),
  'ai.model_tested': event<{ name: string }>({
    inList: ({ name }) => `tested ${named('model', name)}`,
    inBell: ({ name }, project) => `tested ${named('model', name)} in ${project}`,
    audit: 'ai.model_tested',
    blind: 'hidden'
  }),
  'ai.model_mapped': event<{ name: string; count: number }>({
    inList: ({ name, count }) => `mapped ${counted(count, 'label')} of ${named('model', name)}`,
    inBell: ({ name, count }, project) => `mapped ${counted(count, 'label')} of ${named('model', name)} in ${project}`,
    audit: 'ai.model_mapped',
    blind: 'hidden'
  }),
  'ai.model_license_read': event<{ name: string }>({
    inList: ({ name }) => `confirmed the licence of ${named('model', name)}`,
    inBell: ({ name }, project) => `confirmed the licence of ${named('model', name)} in ${project}`,
    audit: 'ai.model_license_read',
    blind: 'hidden'
  }),
  'ai.model_retired': event<{ name: string }>({
    inList: ({ name }) => `retired ${named('model', name)}`,
    inBell: ({ name }, project) => `retired ${named('model', name)} in ${project}`,
    audit: 'ai.model_retired',
    blind: 'hidden'
  }),
  'ai.model_restored': event<{ name: string }>({
    inList: ({ name }) => `brought back ${named('model', name)}`,
    inBell: ({ name }, project) => `brought back ${named('model', name)} in ${project}`,
    audit: 'ai.model_restored',
    blind: 'hidden'
  }),
  'ai.model_removed': event<{ name: string }>({
    inList: ({ name }) => `removed ${named('model', name)}`,
    inBell: ({ name }, project) => `removed ${named('model', name)} from ${project}`,
    audit: 'ai.model_removed',
    blind: 'hidden'
  }),
  'ai.retried': event<{ number: number; count: number }>({
    inList: ({ number, count }) => `retried ${counted(count, 'failed image')} ${ofRun(number)}`,
    inBell: ({ number, count }, project) => `retried ${counted(count, 'failed image')} ${ofRun(number)} in ${project}`,
    audit: 'ai.retried',
    blind: 'hidden'
  }),
  'ai.promoted': event<{ number: number }>({
    inList: ({ number }) => (number ? `promoted model version ${number}` : 'promoted a model version'),
    inBell: ({ number }, project) => (number ? `promoted model version ${number} in ${project}` : `promoted a model version in ${project}`),
    audit: 'ai.promoted',
    blind: 'hidden'
  }),
  'suggestions.decided': event<{ decision: string; count: number }>({
    inList: ({ decision, count }) => `${verb(decision)} ${counted(count, 'suggestion')}`,
    inBell: ({ decision, count }, project) => `${verb(decision)} ${counted(count, 'suggestion')} in ${project}`,
    audit: 'suggestions.decided',
    blind: 'hidden'
  }),
  'suggestions.accepted': event<{ count: number; judged: number; wrong: number }>({
    inList: ({ count, judged, wrong }) => `accepted ${counted(count, 'suggestion')} in bulk${checked(judged, wrong)}`,
    inBell: ({ count, judged, wrong }, project) =>
      `accepted ${counted(count, 'suggestion')} in bulk in ${project}${checked(judged, wrong)}`,
    audit: 'suggestions.accepted',
    blind: 'hidden'
  }),
  'suggestions.audited': event<{ judged: number; wrong: number }>({
    inList: ({ judged, wrong }) => `ended the blind audit of a bulk acceptance: ${wrong ?? 0} wrong of ${judged ?? 0}`,
    inBell: ({ judged, wrong }, project) =>
      `ended the blind audit of a bulk acceptance in ${project}: ${wrong ?? 0} wrong of ${judged ?? 0}`,
    audit: 'suggestions.audited',
    blind: 'hidden'
  }),
  'suggestions.undone': event<{ count: number }>({
    inList: ({ count }) => `undid a decision on ${counted(count, 'suggestion')}`,
    inBell: ({ count }, project) => `undid a decision on ${counted(count, 'suggestion')} in ${project}`,
    audit: 'suggestions.undone',
    blind: 'hidden'
  })
}
