import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unread: { 'GET /events': 'heard all the time' }
}
