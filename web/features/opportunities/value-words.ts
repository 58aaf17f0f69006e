import type { Deadline } from '../../../shared/contracts/opportunities.ts'
import { statedWords } from './deadline-words.ts'
import { berthFacts, texts } from './texts.ts'

const { history: words } = texts

const mostShown = 300

/** Text of the value of a field, at most 300 characters of it. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.notStated
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) return value.map(part => (isDeadline(part) ? deadlineWords(part) : String(part))).join(', ') || texts.notStated
  if (typeof value === 'object') {
    const stated = Object.entries(value).filter(([, part]) => part !== null && part !== undefined)
    return stated.map(([name, part]) => `${berthFacts[name as keyof typeof berthFacts] ?? name} ${part}`).join(', ') || texts.notStated
  }
  const text = String(value)
  return text.length > mostShown ? `${text.slice(0, mostShown)} …` : text
}

const isDeadline = (part: unknown): part is Deadline => typeof part === 'object' && part !== null && 'earliest' in part
const deadlineWords = (deadline: Deadline) => [deadline.label, statedWords(deadline)].filter(Boolean).join(': ')
