import type { Area } from '../area.ts'

export const settingsArea: Area = {
  path: 'settings',
  label: 'Settings',
  icon: 'settings',
  lazy: () => import('./settings.tsx')
}
