import { useQuery } from '@tanstack/react-query'
import { CloseIcon } from '../../ui/icons.tsx'
import styles from './filters.module.css'
import { importedFile } from './queries.ts'
import { texts } from './texts.ts'

/** Chip for the condition on an import. The condition can be removed, but not changed. */
export function ImportChip({ importId, onRemove }: { importId: string; onRemove: () => void }) {
  const { data: fileName } = useQuery(importedFile(importId))
  return <FixedChip words={texts.bar.imported(fileName)} onRemove={onRemove} />
}

/** Chip for the condition on an area drawn on the map. */
export const AreaChip = ({ onRemove }: { onRemove: () => void }) => <FixedChip words={texts.bar.inArea} onRemove={onRemove} />

function FixedChip({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <span className={styles.chip}>
      <span className={styles.chipName}>{words}</span>
      <button type="button" className={styles.chipRemove} aria-label={texts.bar.remove(words)} onClick={onRemove}>
        <CloseIcon aria-hidden />
      </button>
    </span>
  )
}
