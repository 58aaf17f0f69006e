import styles from '../../../annotation/panels.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons.tsx'
import * as texts from '../texts.ts'

interface StepBarProps {
  /** Zero-based position of the selected annotation in the walk; -1 if the walk does not include the annotation. */
  at: number
  of: number
  onStep: (by: 1 | -1) => void
}

/** Bar with buttons to the previous and next annotation, across all images. */
export function StepBar({ at, of, onStep }: StepBarProps) {
  return (
    <nav className={styles.stepBar} aria-label={texts.steps.label}>
      <IconButton size="small" label={texts.steps.previous} keys="K" onClick={() => onStep(-1)}>
        <ChevronLeftIcon aria-hidden />
      </IconButton>
      <span aria-live="polite">{at < 0 ? formatNumber(of) : texts.steps.place(at + 1, of)}</span>
      <IconButton size="small" label={texts.steps.next} keys="J" onClick={() => onStep(1)}>
        <ChevronRightIcon aria-hidden />
      </IconButton>
    </nav>
  )
}
