import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { Project } from '../../../shared/contracts/projects.ts'
import type { Described } from '../../../shared/publication/described.ts'
import { fullName } from '../../../shared/publication/people.ts'
import { readNumber } from '../../ui/read-number.ts'
import { FormFields } from '../../ui/section.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { Card } from './card.tsx'
import { atMost, fieldProps, numberBetween, type PublicationForm } from './field-props.ts'
import { keywordsIn } from './fields.ts'
import styles from './publication.module.css'
import { texts } from './texts.ts'

const { dataset, contact, methods } = texts

interface CardOfForm {
  form: PublicationForm
  readOnly: boolean
}

export function DatasetCard({ form, project, readOnly }: CardOfForm & { project: Project }) {
  return (
    <Card title={dataset.title} description={dataset.description}>
      <FormFields className={styles.fields}>
        <TextField {...fieldProps(form, 'title', readOnly, atMost(300))} placeholder={project.title} description={dataset.titleAbout} />
        <TextArea
          {...fieldProps(form, 'abstract', readOnly, atMost(10_000))}
          rows={6}
          placeholder={project.description ?? undefined}
          description={dataset.abstractAbout}
        />
        <div className={styles.pair}>
          <TextField
            {...fieldProps(form, 'keywords', readOnly, {
              validate: text => {
                const words = keywordsIn(String(text))
                if (words.length > 50) return dataset.tooManyKeywords
                return words.every(({ length }) => length <= 100) || dataset.longKeyword
              }
            })}
            optional
            description={dataset.keywordsAbout}
          />
          <TextField
            {...fieldProps(form, 'geographicDescription', readOnly, atMost(1000))}
            optional
            placeholder={project.region ?? undefined}
            description={dataset.locationAbout}
          />
        </div>
      </FormFields>
    </Card>
  )
}

export function ContactCard({ form, about, readOnly }: CardOfForm & { about: Described }) {
  const [first] = about.creators
  const standIn = first && { ...first, name: fullName(first) }
  return (
    <Card title={contact.title} description={standIn ? contact.descriptionWithDefault(standIn.name) : contact.description}>
      <FormFields className={styles.fields}>
        <div className={styles.pair}>
          <TextField {...fieldProps(form, 'contactGivenName', readOnly, atMost(200))} label={contact.givenName} optional />
          <TextField {...fieldProps(form, 'contactSurName', readOnly, atMost(200))} label={contact.surName} optional />
          <TextField {...fieldProps(form, 'contactOrganization', readOnly, atMost(300))} label={contact.organization} optional />
          <TextField
            {...fieldProps(form, 'contactEmail', readOnly, {
              ...atMost(254),
              pattern: { value: /^\s*([^\s@]+@[^\s@]+)?\s*$/, message: contact.noEmail }
            })}
            label={contact.email}
            inputMode="email"
            placeholder={standIn?.email ?? undefined}
          />
        </div>
      </FormFields>
    </Card>
  )
}

// Long: all parts of one card.
export function MethodsCard({ form, project, readOnly }: CardOfForm & { project: Project }) {
  const { getValues } = form
  return (
    <Card
      title={methods.title}
      description={methods.description(text => <Link to={projectPath(project.id, 'annotate/sites')}>{text}</Link>)}
    >
      <FormFields className={styles.fields}>
        <TextField {...fieldProps(form, 'samplingProtocol', readOnly, atMost(1000))} description={methods.protocolAbout} />
        <TextArea
          {...fieldProps(form, 'samplingDescription', readOnly, atMost(10_000))}
          optional
          rows={4}
          description={methods.samplingAbout}
        />
        <div className={styles.pair}>
          <TextField
            {...fieldProps(form, 'sampleSizeValue', readOnly, {
              validate: text => {
                const value = readNumber(String(text))
                if (value !== null && !(value > 0)) return methods.noSize
                return (value === null) === (getValues('sampleSizeUnit').trim() === '') || methods.sizeWithoutUnit
              }
            })}
            optional
            inputMode="decimal"
            description={methods.sizeAbout}
          />
          <TextField
            {...fieldProps(form, 'sampleSizeUnit', readOnly, atMost(100))}
            optional
            list="sample-size-units"
            description={methods.unitAbout}
          />
          <datalist id="sample-size-units">
            {methods.units.map(unit => (
              <option key={unit} value={unit} />
            ))}
          </datalist>
          <TextField {...fieldProps(form, 'samplingEffort', readOnly, atMost(300))} optional description={methods.effortAbout} />
          <TextField
            {...fieldProps(form, 'habitat', readOnly, atMost(300))}
            optional
            placeholder={project.habitat ?? undefined}
            description={methods.habitatAbout}
          />
          <TextField
            {...fieldProps(form, 'locationID', readOnly, {
              ...atMost(300),
              pattern: { value: /^\s*\S*\s*$/, message: methods.blanks }
            })}
            optional
            inputMode="url"
            description={methods.locationAbout}
          />
          <TextField
            {...fieldProps(form, 'coordinateUncertaintyInMeters', readOnly, { validate: numberBetween(1, 20_037_509) })}
            optional
            inputMode="decimal"
            after="m"
            description={methods.uncertaintyAbout}
          />
        </div>
      </FormFields>
    </Card>
  )
}
