import type { AiRun } from '../../../shared/contracts/ai.ts'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { texts } from './texts.ts'

const tones: Partial<Record<AiRun['state'], NonNullable<BadgeProps['tone']>>> = { running: 'primary', done: 'ok', failed: 'danger' }

export function RunBadge({ state }: Pick<AiRun, 'state'>) {
  return <Badge tone={tones[state] ?? 'neutral'}>{texts.runStates[state]}</Badge>
}
