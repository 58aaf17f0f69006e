import type { Area } from '../area.ts'

export const overviewArea: Area = {
  path: 'dashboard',
  label: 'Overview',
  icon: 'overview',
  goKey: 'o',
  isOnPhone: true,
  lazy: () => import('./overview.tsx')
}
