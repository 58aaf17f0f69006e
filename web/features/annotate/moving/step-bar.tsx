import styles from '../../../annotation/panels.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons.tsx'

interface StepBarProps {
  /** Place of what is selected in the walk from 0; -1: nowhere. */
  at: number
  of: number
  onStep: (by: 1 | -1) => void
}

/** The way from annotation to annotation, over all images. */
export function StepBar({ at, of, onStep }: StepBarProps) {
  return (
    <nav className={styles.stepBar} aria-label="Annotation by annotation">
      <IconButton size="small" label="Previous annotation" title="Previous annotation (K)" onClick={() => onStep(-1)}>
        <ChevronLeftIcon aria-hidden />
      </IconButton>
      <span aria-live="polite">{at < 0 ? formatNumber(of) : `${formatNumber(at + 1)} of ${formatNumber(of)}`}</span>
      <IconButton size="small" label="Next annotation" title="Next annotation (J)" onClick={() => onStep(1)}>
        <ChevronRightIcon aria-hidden />
      </IconButton>
    </nav>
  )
}
