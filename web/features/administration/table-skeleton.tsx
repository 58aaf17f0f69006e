import { SkeletonRows } from '../../ui/skeleton.tsx'
import { texts } from './texts.ts'

export const TableSkeleton = () => <SkeletonRows rows={8} height="1.5rem" label={texts.loading} />
