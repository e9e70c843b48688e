package io.cistern.observability;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.ApiVersion;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointWebExtension;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointProperties;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.registry.HealthContributorRegistry;

/** Answers 404 for a path below a part of health that does not exist, where Spring Boot 4.0.7 fails with an exception. */
class HealthPaths extends HealthEndpointWebExtension {

    private final HealthContributors contributors;
    private final HealthEndpointGroups groups;

    HealthPaths(
            HealthContributorRegistry contributors, HealthEndpointGroups groups, HealthEndpointProperties properties) {
        super(contributors, null, groups, properties.getLogging().getSlowIndicatorThreshold());
        this.contributors = contributors;
        this.groups = groups;
    }

    @Override
    public WebEndpointResponse<HealthDescriptor> health(
            ApiVersion version,
            @Nullable WebServerNamespace namespace,
            SecurityContext security,
            boolean showAll,
            String... path) {
        return hasParent(path)
                ? super.health(version, namespace, security, showAll, path)
                : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    /** Whether all before the last name of a path, a group perhaps and then contributors, holds others. */
    private boolean hasParent(String... path) {
        HealthContributors parent = contributors;
        for (int i = isGroup(path) ? 1 : 0; i < path.length - 1; i++) {
            if (!(parent.getContributor(path[i]) instanceof HealthContributors child)) {
                return false;
            }
            parent = child;
        }
        return true;
    }

    private boolean isGroup(String... path) {
        return path.length > 0 && groups.get(path[0]) != null;
    }
}
