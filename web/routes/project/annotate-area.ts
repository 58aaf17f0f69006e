import type { Area } from '../area.ts'
import { annotateTabs } from './annotate-tabs.ts'

export const annotateArea: Area = {
  path: 'annotate',
  label: 'Annotate',
  icon: 'annotate',
  goKey: 'a',
  isOnPhone: true,
  lazy: () => import('../../layouts/annotate-layout.tsx'),
  tabs: annotateTabs
}
