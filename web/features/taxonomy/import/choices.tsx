import { type ReactNode, useId } from 'react'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { Select } from '../../../ui/select.tsx'
import type { CatalogTree } from '../catalog-tree.ts'
import styles from './import.module.css'
import type { ImportChoice } from './queries.ts'
import { texts } from './texts.tsx'

const { choices: words } = texts

interface ChoicesProps {
  tree: CatalogTree
  /** Label that is open in the catalog. It and its ancestors are offered as parents. */
  near?: string | null
  choice: ImportChoice
  onChoose: (part: Partial<ImportChoice>) => void
  /** Whether to omit the choice for names that already exist elsewhere in the catalog. */
  placeOnly?: boolean
  children?: ReactNode
}

/** Choices that the imported list leaves open. After a change, the list is compared again. */
export function Choices({ tree, near = null, choice, onChoose, placeOnly = false, children }: ChoicesProps) {
  const id = useId()
  return (
    <div className={styles.choices}>
      <Select
        id={`${id}-under`}
        label={words.place}
        value={choice.under ?? ''}
        onChange={event => onChoose({ under: event.target.value || null })}
        options={[
          { value: '', label: words.top },
          ...placesOf(tree, near).map(label => ({ value: label.id, label: words.under(label.name) }))
        ]}
      />
      {!placeOnly && (
        <Select
          id={`${id}-namesakes`}
          label={words.namesakes}
          value={choice.namesakes}
          onChange={event => onChoose({ namesakes: event.target.value as ImportChoice['namesakes'] })}
          options={[
            { value: 'ask', label: words.namesakeOptions.ask },
            { value: 'use', label: words.namesakeOptions.use },
            { value: 'add', label: words.namesakeOptions.add }
          ]}
        />
      )}
      {children}
    </div>
  )
}

function placesOf(tree: CatalogTree, near: string | null): OutlineLabel[] {
  const label = tree.get(near)
  return [...new Set([...(label ? [...tree.pathOf(label.id), label] : []), ...tree.childrenOf(null)])]
}
