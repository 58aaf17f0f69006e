import { type CSSProperties, useState } from 'react'
import type { AiReport, ModelCard } from '../../../../shared/contracts/ai-models.ts'
import { formatNumber } from '../../../ui/format.ts'
import styles from '../ai.module.css'
import { texts } from '../texts.ts'
import { TestedCrops } from './tested-crops.tsx'

const { card: words } = texts

interface MatrixProps {
  projectId: string
  card: ModelCard
  matrix: AiReport['matrix']
}

/** Confusion matrix. The larger a cell's share of its row, the darker the cell. A click on a cell opens its crops. */
// Long: one table and its dialog.
export function Matrix({ projectId, card, matrix }: MatrixProps) {
  const { classes, testedItems } = card
  const [open, setOpen] = useState<{ row: number; column: number } | null>(null)
  const [truth, predicted] = [classes[open?.row ?? -1], classes[open?.column ?? -1]]
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be one landmark too many */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className={styles.scroll} role="group" tabIndex={0} aria-label={words.matrix}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <td />
              {classes.map(({ labelId, name }) => (
                <th key={labelId} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {classes.map(({ labelId, name }, row) => {
              const total = Math.max(1, matrix[row]?.reduce((sum, count) => sum + count, 0) ?? 0)
              return (
                <tr key={labelId}>
                  <th scope="row">{name}</th>
                  {classes.map((other, column) => {
                    const count = matrix[row]?.[column] ?? 0
                    return (
                      <td
                        key={other.labelId}
                        data-right={column === row || undefined}
                        style={{ '--share': count / total } as CSSProperties}
                      >
                        {count === 0 ? (
                          ''
                        ) : testedItems === 0 ? (
                          formatNumber(count, 0)
                        ) : (
                          <button
                            type="button"
                            className={styles.cell}
                            aria-label={words.cell(count, name, other.name)}
                            onClick={() => setOpen({ row, column })}
                          >
                            {formatNumber(count, 0)}
                          </button>
                        )}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {truth && predicted && <TestedCrops {...{ projectId, truth, predicted }} modelVersionId={card.id} onClose={() => setOpen(null)} />}
    </>
  )
}
