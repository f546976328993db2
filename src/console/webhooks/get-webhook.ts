import type { FastifyRequest } from 'fastify'
import { notFound } from '../../platform/errors.ts'
import type { WebhookRecord } from '../../webhooks/webhook.ts'
import { findWebhook } from '../../webhooks/webhook-store.ts'
import type { ConsoleContext } from '../console-context.ts'

export const webhookIdOf = ({ params }: Pick<FastifyRequest, 'params'>): number => Number((params as { id: string }).id)

/** Throws 404. */
export async function getWebhook({ db, now }: ConsoleContext, id: number): Promise<WebhookRecord> {
  const webhook = await findWebhook(db, id, now())
  if (webhook === null) throw notFound('Webhook')
  return webhook
}
