import { Link } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { AttributeValue } from '../../../../shared/attribute-values.ts'
import type { Annotation, Attributes } from '../../../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../../../shared/contracts/attribute-fields.ts'
import { useAttributeFields } from '../../../annotation/attributes/use-attribute-fields.ts'
import { titleOf } from '../../../annotation/attributes/words.ts'
import panels from '../../../annotation/panels.module.css'
import type { Edit } from '../document/edits.ts'
import type { AnnotationDocument } from '../document/noun.ts'
import styles from './attributes.module.css'
import { ChosenValue } from './chosen-value.tsx'
import { texts } from './texts.ts'
import { TypedValue } from './typed-value.tsx'

interface AttributeValuesProps {
  projectId: string
  document: Pick<AnnotationDocument, 'get'>
  /** Ids of the selected annotations, at least one. */
  ids: readonly string[]
  mayEdit: boolean
  isOwner: boolean
  onEdits: (name: string, edits: Edit[]) => void
}

/** Attributes of the selected annotations, each with an input that suits its type. */
// Long: one list, row by row.
export function AttributeValues({ projectId, document, ids, mayEdit, isOwner, onEdits }: AttributeValuesProps) {
  const { data: fields } = useAttributeFields(projectId)
  if (!fields) return null
  const present = () => ids.flatMap(id => document.get(id) ?? []).filter(({ removed }) => !removed)
  const annotations = present()
  const [only] = annotations.length === 1 ? annotations : []
  const others = only ? Object.entries(only.attributes).filter(([name]) => !fields.some(field => field.name === name)) : []
  if (fields.length === 0 && others.length === 0 && !isOwner) return null

  function give(field: AttributeField, value: AttributeValue | undefined) {
    const title = titleOf(field.name)
    const changed = present().filter(({ attributes }) => attributes[field.name] !== value)
    onEdits(
      texts.edit(title, changed.length),
      changed.map(({ id, attributes }) => ({ kind: 'revise', annotationId: id, attributes: withValue(attributes, field.name, value) }))
    )
  }

  return (
    <section className={panels.panel} aria-labelledby="attributes-heading">
      <h2 id="attributes-heading" className={panels.heading}>
        {only ? texts.title : texts.titleOf(annotations.length)}
      </h2>
      {fields.length === 0 && isOwner && (
        <p className={panels.hint}>
          {texts.examples}
          <Link to={projectPath(projectId, 'settings#attributes')}>{texts.choose}</Link>.
        </p>
      )}
      {fields.length > 0 && (
        <div className={styles.values}>
          {fields.map(field => {
            const { value, isMixed } = shared(annotations, field.name)
            const Value = field.type === 'choice' || field.type === 'boolean' ? ChosenValue : TypedValue
            return (
              <Value
                key={`${field.id} ${ids.join(' ')}`}
                field={field}
                value={value}
                isMixed={isMixed}
                disabled={!mayEdit}
                onGive={given => give(field, given)}
              />
            )
          })}
        </div>
      )}
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>{texts.others}</summary>
          <dl>
            {others.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{String(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}

/** Returns the value that all annotations share. `isMixed` is true if their values differ. */
function shared(annotations: readonly Annotation[], name: string): { value: AttributeValue | undefined; isMixed: boolean } {
  const values = new Set(annotations.map(({ attributes }) => attributes[name]))
  const [value] = values
  return values.size > 1 ? { value: undefined, isMixed: true } : { value, isMixed: false }
}

function withValue(attributes: Attributes, name: string, value: AttributeValue | undefined): Attributes {
  const { [name]: _before, ...rest } = attributes
  return value === undefined ? rest : { ...rest, [name]: value }
}
