import type { ScraperJob } from '../../../shared/contracts/scraper.ts'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { texts } from './texts.ts'

const tones: Partial<Record<ScraperJob['state'], NonNullable<BadgeProps['tone']>>> = {
  running: 'primary',
  done: 'ok',
  stopped: 'warn',
  postponed: 'warn',
  failed: 'danger'
}

export function RunBadge({ state }: Pick<ScraperJob, 'state'>) {
  return <Badge tone={tones[state] ?? 'neutral'}>{texts.runStates[state]}</Badge>
}
