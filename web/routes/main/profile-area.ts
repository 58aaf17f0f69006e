import type { Area } from '../area.ts'

export const profileArea: Area = {
  path: '/profile',
  label: 'Profile',
  icon: 'profile',
  lazy: () => import('./profile.tsx')
}
