import { type Html, html } from '../../../platform/html.ts'
import type { OpenApiDocument, Tag } from '../document-types.ts'
import type { ListedOperation } from './curl-line.ts'
import { operationSection, webhookSection } from './operation-section.ts'
import { prose } from './prose.ts'
import { schemaTable } from './schema-table.ts'

/** The reference as a page, without scripts or external resources. */
export function referencePage(document: OpenApiDocument, version: string, icon: string): Html {
  const chapters = document.tags.map((tag) => ({ tag, places: placesOf(tag, document) }))
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>API reference · Tocsin</title>
    <link rel="icon" type="image/svg+xml" href="${icon}">
    <link rel="stylesheet" href="/docs/reference.css">
  </head>
  <body>
    <a class="skip" href="#main">Skip to content</a>
    <nav aria-label="Chapters">
      ${chapters.map(({ tag, places }) => navigation(tag, places))}
      <p><a href="#webhook-events">Webhook events</a></p>
      <p><a href="#schemas">Schemas</a></p>
    </nav>
    <main id="main">
      <h1>Tocsin API <small>${version}</small></h1>
      ${introduction(document).map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
      <p>For programs: <a href="/openapi.json">this reference as an OpenAPI document</a>.</p>
      ${chapters.map(({ tag, places }) => chapter(tag, places, document))}
      <h2 id="webhook-events">Webhook events</h2>
      <p>What is sent to the receivers of webhooks, signed by Standard Webhooks.</p>
      ${Object.entries(document.webhooks).map(([event, { post }]) => webhookSection(event, post!))}
      <h2 id="schemas">Schemas</h2>
      ${Object.entries(document.components.schemas).map(
        ([name, schema]) => html`
    <section id="schema-${name}">
      <h3><a href="#schema-${name}">${name}</a></h3>
      <p>${prose(schema.description)}</p>
      ${schemaTable(schema, `Fields of ${name}`)}
    </section>`,
      )}
    </main>
  </body>
</html>
`
}

const introduction = ({ info }: OpenApiDocument): string[] => info.description.split('\n\n')

const placesOf = ({ name }: Tag, { paths }: OpenApiDocument): ListedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags.includes(name) ? [{ path, method, operation }] : [],
    ),
  )

const anchorOf = (tag: Tag): string => `chapter-${tag.name.toLowerCase().replaceAll(' ', '-')}`

const navigation = (tag: Tag, places: readonly ListedOperation[]): Html => html`
      <p><a href="#${anchorOf(tag)}">${tag.name}</a></p>
      <ul>${places.map(
        ({ operation: { operationId, summary } }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
      )}</ul>`

const chapter = (tag: Tag, places: readonly ListedOperation[], document: OpenApiDocument): Html => html`
      <h2 id="${anchorOf(tag)}">${tag.name}</h2>
      <p>${prose(tag.description)}</p>
      ${places.map((place) => operationSection(place, document))}`
