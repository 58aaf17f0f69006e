import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unmade: { 'changes nothing that is kept, or is a step of what the scene does': ['DELETE /comments/:commentId'] }
}
