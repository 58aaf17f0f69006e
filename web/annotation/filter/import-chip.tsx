import { useQuery } from '@tanstack/react-query'
import { CloseIcon } from '../../ui/icons.tsx'
import styles from './filters.module.css'
import { importedFile } from './queries.ts'
import { texts } from './texts.ts'

/** Chip of the condition on an import. It can be removed, but not changed. */
export function ImportChip({ importId, onRemove }: { importId: string; onRemove: () => void }) {
  const { data: fileName } = useQuery(importedFile(importId))
  const words = texts.bar.imported(fileName)
  return (
    <span className={styles.chip}>
      <span className={styles.chipName}>{words}</span>
      <button type="button" className={styles.chipRemove} aria-label={texts.bar.remove(words)} onClick={onRemove}>
        <CloseIcon aria-hidden />
      </button>
    </span>
  )
}
