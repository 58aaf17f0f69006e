import type { Area } from '../area.ts'

export const journalArea: Area = {
  path: 'journal',
  label: 'Journal',
  icon: 'journal',
  goKey: 'j',
  lazy: () => import('../areas/journal.tsx')
}
