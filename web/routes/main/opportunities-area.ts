import type { Area } from '../area.ts'

export const opportunitiesArea: Area = {
  path: '/opportunities',
  label: 'Opportunities',
  icon: 'opportunities',
  lazy: () => import('./opportunities.tsx'),
  pages: [{ path: '/opportunities/:opportunityId', lazy: () => import('./opportunity.tsx') }]
}
