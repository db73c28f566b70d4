import type { Client } from '../../api';
import type { TestNeeds } from '../../app/tests/run-tests';
import { testNeeds } from '../../app/tests/test-needs';
import { localize } from '../editor/localize';
import { topOf } from '../editor/uris';
import type { Services } from '../services';
import { uploadDependencies } from '../upload/upload';

/**
 * What tests need in this window.
 * @param kept as for `testNeeds`.
 */
export function windowTestNeeds(services: Services, client: Client, kept?: Parameters<typeof testNeeds>[1]): TestNeeds {
  const { devtools, connection } = services;
  const { settings } = connection;
  return testNeeds({ client, settings, upload: uploadDependencies(services), devtools, topOf, localize }, kept);
}
