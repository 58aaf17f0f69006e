import { Fragment } from 'react'
import { type Condition, type Filter, filterLimits, namesArea, namesImport } from '../../../shared/filters.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { PopoverButton } from '../../ui/popover.tsx'
import type { LabelIndex } from '../label-index.ts'
import { conditionWords } from '../words.ts'
import { type Annotator, ConditionEditor } from './condition-editor.tsx'
import styles from './filters.module.css'
import { AreaChip, ImportChip } from './import-chip.tsx'
import { texts } from './texts.ts'

interface FilterBarProps {
  filter: Filter
  labelIndex: LabelIndex
  people: readonly Annotator[]
  /** Suggested attribute names. Other names may be entered too. */
  attributes?: readonly string[] | undefined
  onFilter: (filter: Filter) => void
}

/** Conditions of a filter as chips. All conditions of a group must match. With several groups, one matching group is enough. */
// Long: one bar with its chips and their actions.
export function FilterBar({ filter, labelIndex, people, attributes, onFilter }: FilterBarProps) {
  const nameOf = (person: string) => people.find(({ id }) => id === person)?.name ?? person
  const last = filter.at(-1) ?? []

  const put = (group: number, at: number, condition: Condition | null) =>
    onFilter(
      filter
        .map((conditions, index) =>
          index === group ? conditions.flatMap((one, place) => (place === at ? (condition ?? []) : one)) : conditions
        )
        .filter(conditions => conditions.length > 0)
    )
  const also = (condition: Condition) => onFilter([...filter.slice(0, -1), [...last, condition]])
  const instead = (condition: Condition) => onFilter([...filter, [condition]])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of filters, not of a form's fields
    <div className={styles.filters} role="group" aria-label={texts.bar.label}>
      {filter.map((conditions, group) => (
        <Fragment key={group}>
          {group > 0 && <span className={styles.or}>{texts.bar.or}</span>}
          {conditions.map((condition, at) => {
            if (namesImport(condition)) return <ImportChip key={at} importId={condition.value} onRemove={() => put(group, at, null)} />
            if (namesArea(condition)) return <AreaChip key={at} onRemove={() => put(group, at, null)} />
            const words = conditionWords(condition, labelIndex, nameOf)
            return (
              <span key={at} className={styles.chip}>
                <PopoverButton label={words} trigger={words} bare className={styles.chipText} placement="bottom start">
                  {close => (
                    <ConditionEditor
                      condition={condition}
                      labelIndex={labelIndex}
                      people={people}
                      attributes={attributes}
                      takes={[
                        {
                          label: texts.bar.change,
                          run: changed => {
                            put(group, at, changed)
                            close()
                          }
                        }
                      ]}
                    />
                  )}
                </PopoverButton>
                <button
                  type="button"
                  className={styles.chipRemove}
                  aria-label={texts.bar.remove(words)}
                  onClick={() => put(group, at, null)}
                >
                  <CloseIcon aria-hidden />
                </button>
              </span>
            )
          })}
        </Fragment>
      ))}
      <PopoverButton
        label={texts.bar.addFilter}
        trigger={
          <>
            <PlusIcon aria-hidden />
            {filter.length === 0 ? texts.bar.filter : texts.bar.add}
          </>
        }
        size="small"
        variant="quiet"
        placement="bottom start"
      >
        {close => (
          <ConditionEditor
            labelIndex={labelIndex}
            people={people}
            attributes={attributes}
            takes={[
              ...(last.length < filterLimits.conditions
                ? [{ label: filter.length === 0 ? texts.bar.add : texts.bar.also, run: also }]
                : []),
              ...(filter.length > 0 && filter.length < filterLimits.groups ? [{ label: texts.bar.instead, run: instead }] : [])
            ].map(({ label, run }) => ({
              label,
              run: (condition: Condition) => {
                run(condition)
                close()
              }
            }))}
          />
        )}
      </PopoverButton>
      {filter.length > 0 && (
        <Button size="small" variant="quiet" onClick={() => onFilter([])}>
          {texts.bar.clear}
        </Button>
      )}
    </div>
  )
}
