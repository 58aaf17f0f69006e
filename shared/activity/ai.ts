import { counted, event } from './activity-event.ts'

const decided = { accept: 'accepted', reject: 'rejected', relabel: 'relabelled', unsure: 'set aside' }
const verb = (decision: string | undefined) => decided[decision as keyof typeof decided] ?? 'judged'

export const aiEvents = {
  'ai.started': event<{ number: number }>({
    inList: ({ number }) => (number ? `started AI run ${number}` : 'started an AI run'),
    inBell: ({ number }, project) => (number ? `started AI run ${number} in ${project}` : `started an AI run in ${project}`),
    audit: 'ai.started',
    blind: 'hidden'
  }),
  'ai.model_added': event<{ fileName: string }>({
    inList: ({ fileName }) => `added the model ${fileName}`,
    inBell: ({ fileName }, project) => `added the model ${fileName} to ${project}`,
    audit: 'media.uploaded',
    blind: 'hidden'
  }),
  'ai.model_tested': event<{ name: string }>({
    inList: ({ name }) => `tested the model ${name}`,
    inBell: ({ name }, project) => `tested the model ${name} in ${project}`,
    audit: 'ai.model_tested',
    blind: 'hidden'
  }),
  'ai.model_mapped': event<{ name: string; count: number }>({
    inList: ({ name, count }) => `mapped ${counted(count, 'label')} of the model ${name}`,
    inBell: ({ name, count }, project) => `mapped ${counted(count, 'label')} of the model ${name} in ${project}`,
    audit: 'ai.model_mapped',
    blind: 'hidden'
  }),
  'ai.model_retired': event<{ name: string }>({
    inList: ({ name }) => `retired the model ${name}`,
    inBell: ({ name }, project) => `retired the model ${name} in ${project}`,
    audit: 'ai.model_retired',
    blind: 'hidden'
  }),
  'ai.model_restored': event<{ name: string }>({
    inList: ({ name }) => `brought back the model ${name}`,
    inBell: ({ name }, project) => `brought back the model ${name} in ${project}`,
    audit: 'ai.model_restored',
    blind: 'hidden'
  }),
  'ai.model_removed': event<{ name: string }>({
    inList: ({ name }) => `removed the model ${name}`,
    inBell: ({ name }, project) => `removed the model ${name} from ${project}`,
    audit: 'ai.model_removed',
    blind: 'hidden'
  }),
  'suggestions.decided': event<{ decision: string; count: number }>({
    inList: ({ decision, count }) => `${verb(decision)} ${counted(count, 'suggestion')}`,
    inBell: ({ decision, count }, project) => `${verb(decision)} ${counted(count, 'suggestion')} in ${project}`,
    audit: 'suggestions.decided',
    blind: 'hidden'
  }),
  'suggestions.undone': event<{ count: number }>({
    inList: ({ count }) => `undid a decision on ${counted(count, 'suggestion')}`,
    inBell: ({ count }, project) => `undid a decision on ${counted(count, 'suggestion')} in ${project}`,
    audit: 'suggestions.undone',
    blind: 'hidden'
  })
}
