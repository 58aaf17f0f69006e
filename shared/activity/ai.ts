import { counted, event } from './activity-event.ts'

const decided = { accept: 'accepted', reject: 'rejected', relabel: 'relabelled', unsure: 'set aside' }
const verb = (decision: string | undefined) => decided[decision as keyof typeof decided] ?? 'judged'

const checked = (judged: number | undefined, wrong: number | undefined) =>
  judged ? `, ${wrong ?? 0} of ${judged} checked were wrong` : ', without a checked sample'

const ofRun = (number: number | undefined) => (number ? `of AI run ${number}` : 'of an AI run')

export const aiEvents = {
  'ai.started': event<{ number: number }>({
    inList: ({ number }) => (number ? `started AI run ${number}` : 'started an AI run'),
    inBell: ({ number }, project) => (number ? `started AI run ${number} in ${project}` : `started an AI run in ${project}`),
    audit: 'ai.started',
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
  'suggestions.undone': event<{ count: number }>({
    inList: ({ count }) => `undid a decision on ${counted(count, 'suggestion')}`,
    inBell: ({ count }, project) => `undid a decision on ${counted(count, 'suggestion')} in ${project}`,
    audit: 'suggestions.undone',
    blind: 'hidden'
  })
}
