import type { Area } from '../area.ts'

export const opportunitiesArea: Area = {
  path: '/opportunities',
  label: 'Opportunities',
  icon: 'opportunities',
  lazy: () => import('../areas/opportunities.tsx')
}
