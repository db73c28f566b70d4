import { member, property, type ManifestText } from '../../manifest/manifest-text';
import { MANIFEST_FORMAT } from './manifest-format';
import { isVersion2, kindOf } from './manifest-kind';
import { choice, either, filledText, flag, list, looseObject, object, record, size, text, type Shape } from './shape';

type Format = Readonly<Record<string, Shape>>;

/** The keys that have another format in manifest version 2, which apps and themes may still use. */
const VERSION_2: Format = {
  background: looseObject({
    service_worker: filledText,
    allow_js_access: flag,
    scripts: list(filledText),
    page: filledText,
    persistent: flag,
  }),
  content_security_policy: text,
  web_accessible_resources: list(text),
};
const launch = { local_path: filledText, web_url: filledText, container: choice('tab', 'panel') };
const hosts = either(text, list(text));
const filter = object({ vendorId: size, productId: size, interfaceClass: size }, ['vendorId']);
const partition = object({ name: text, accessible_resources: list(text) }, ['name', 'accessible_resources']);

const OF_PLATFORM_APPS: Format = {
  app: object({ background: looseObject({ scripts: list(filledText), page: filledText }) }),
  kiosk: looseObject({ required_platform_version: text, always_update: flag }),
  kiosk_enabled: flag,
  kiosk_secondary_apps: list(object({ id: filledText }, ['id'])),
  sockets: object({
    tcp: object({ connect: hosts }),
    udp: object({ bind: hosts, send: hosts, multicastMembership: hosts }),
    tcpServer: object({ listen: hosts }),
  }),
  url_handlers: record(object({ matches: list(text), title: text }, ['matches', 'title'])),
  usb_printers: object({ filters: list(filter) }, ['filters']),
  webview: object({ partitions: list(partition) }, ['partitions']),
};
const HANDLERS: Format = { file_handlers: record(object({ types: list(text), extensions: list(text) })) };

/** The shapes of the keys that Chromium reads for the kind and version of this manifest. */
export function formatOf(manifest: ManifestText): Format {
  const isOld = isVersion2(manifest);
  switch (kindOf(manifest)) {
    case 'extension':
    case 'theme':
    case 'system-extension':
      return { ...MANIFEST_FORMAT, ...(isOld && VERSION_2) };
    case 'shared-module':
      return { ...MANIFEST_FORMAT, about_page: filledText };
    case 'platform-app':
      return { ...MANIFEST_FORMAT, ...(isOld && { ...VERSION_2, ...HANDLERS }), ...OF_PLATFORM_APPS };
    case 'hosted-app':
      return { ...MANIFEST_FORMAT, ...(isOld && VERSION_2), app: object({ urls: list(text), launch: object(launch) }) };
    case 'packaged-app':
      return { ...MANIFEST_FORMAT, ...(isOld && VERSION_2), app: object({ launch: launchOf(manifest) }) };
  }
}

/** Chromium reads the size only for a panel. */
function launchOf(manifest: ManifestText): Shape {
  const isPanel = member(member(property(manifest, 'app'), 'launch'), 'container')?.value === 'panel';
  return object({ ...launch, ...(isPanel && { width: size, height: size }) });
}
